import { useState } from 'react';
import styles from './MemberPicture.module.css';

/** A member's picture, or a placeholder if there is none or its address has expired. */
export function MemberPicture({ address, size }: { address: string | null; size: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (address && broken !== address) {
    return (
      <img
        className={`border rounded ${styles.picture} flex-none overflow-hidden`}
        src={address}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(address)}
      />
    );
  }
  return (
    <svg
      className={`border rounded ${styles.picture} flex-none overflow-hidden`}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
    >
      <circle cx="24" cy="18" r="8" fill="currentColor" />
      <path d="M8 44c1.5-10 8-15 16-15s14.5 5 16 15z" fill="currentColor" />
    </svg>
  );
}
