import { paths } from '#shared/paths.ts';
import { earlyLoginId } from '#shared/rendered-page.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './LoginDialog.module.css';

/**
 * The login dialog in each page's HTML, rendered once by the server: it opens, and can be filled in, before any script has
 * loaded. `LoginDialog` then replaces it and keeps what was typed. Without a script its forms only close it.
 */
export function EarlyLogin() {
  const title = `${earlyLoginId}-title`;
  return (
    <dialog id={earlyLoginId} className={`dialog ${styles.dialog}`} aria-labelledby={title}>
      <div className={`${styles.content} relative`}>
        <form method="dialog">
          <button
            type="submit"
            formMethod="dialog"
            className={`square corner bare rounded tints ${styles.close}`}
            aria-label="Close"
          >
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </button>
        </form>
        <h2 id={title} className={styles.title}>
          Member Login
        </h2>
        <form method="dialog" className="flush" noValidate>
          <div className="stack">
            <TextField label="Email" name="email" type="email" autoComplete="username" autoFocus />
            <TextField label="Password" name="password" type="password" autoComplete="current-password" />
            <button type="submit" className="button wide above-1">
              Login
            </button>
            <div className="wraps gap-half-2 apart">
              <button type="button" className="inline link-button touch">
                Forgot password?
              </button>
              <a className="inline link-button touch" href={paths.membership}>
                Become a member
              </a>
            </div>
          </div>
        </form>
      </div>
    </dialog>
  );
}
