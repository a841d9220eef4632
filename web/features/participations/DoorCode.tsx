import { QrCode } from '#web/ui/QrCode.tsx';
import styles from './code.module.css';

/** The QR code that is scanned at the door. */
export function DoorCode({ code }: { code: string }) {
  return (
    <div className="stack gap-1 tight">
      <p>Show this code at the door.</p>
      <QrCode text={code} label="Your code for the door" className={styles.code} />
    </div>
  );
}
