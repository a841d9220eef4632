import { Link } from '#web/ui/Link.tsx';

/** Leads to another page of the site without leaving the one on which something is being read or filled in. */
export function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </Link>
  );
}
