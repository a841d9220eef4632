import type { ReactNode } from 'react';

/** A form for another proof, collapsed at first: an open one would invite people to pay twice. */
export function AnotherProof({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary className="opener">{label}</summary>
      {children}
    </details>
  );
}
