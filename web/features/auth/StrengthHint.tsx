import { passwordStrength } from './password-strength.ts';
import styles from './StrengthHint.module.css';

const colours = ['bad', 'bad', 'warn', 'good', 'good'];

/** Shows the strength of the typed password in words and as a bar. */
export function StrengthHint({ password }: { password: string }) {
  const { score, hint } = passwordStrength(password);
  return (
    <div className={styles.hint}>
      <div className={`clips rounded-less ${styles.bar} ${colours[score]}`} aria-hidden="true">
        <span className="block tall" style={{ width: `${score * 25}%` }} />
      </div>
      <p className="muted small flush above-half" aria-live="polite">
        {hint}
      </p>
    </div>
  );
}
