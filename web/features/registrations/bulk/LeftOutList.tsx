import type { LeftOut } from '#shared/contracts/job-progress.ts';

/** The registrations that a decision about several left out, and why. */
export function LeftOutList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null;
  return (
    <details>
      <summary>Left out: which, and why</summary>
      <ul className="list">
        {left.map(({ id, reference, message }) => (
          <li key={id}>
            <strong>{reference || 'A deleted record'}</strong>: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
