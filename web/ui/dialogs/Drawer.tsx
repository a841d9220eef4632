import type { ReactNode } from 'react';
import { Button } from '#web/ui/page/Button.tsx';
import { CloseIcon } from '#web/ui/page/icons.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu over the left edge of a narrow window. Escape or a press beside it closes it. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  return (
    <Dialog aria-label={label} className={`dialog dark m-0 ${styles.drawer}`} onClose={onClose}>
      <div className="relative">
        <div className={styles.close}>
          <Button look="icon" className="text-white" aria-label="Close the menu" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
        {children}
      </div>
    </Dialog>
  );
}
