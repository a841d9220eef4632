import { passwordStrength } from './password-strength.ts';
import styles from './StrengthHint.module.css';

const refusal = { score: 1, hint: 'Not strong enough: see the message above.' } as const;
const colours = ['bad', 'bad', 'warn', 'good', 'good'];

interface Props {
  password: string;
  /** Whether this password was refused: its strength then says nothing else. */
  refused?: boolean;
}

/** Shows the strength of the typed password in words and as a bar. */
export function StrengthHint({ password, refused = false }: Props) {
  const { score, hint } = refused ? refusal : passwordStrength(password);
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
