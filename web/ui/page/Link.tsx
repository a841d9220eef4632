import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from 'react';
import { href } from '#web/lib/text.ts';

/** Opens another page of the site in a new tab, so that a form that is being filled in stays open. */
export function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  /** For the app's router. */
  state?: unknown;
  replace?: boolean;
  preventScrollReset?: boolean;
}

/** In documents and their islands a link is the browser's own. */
function PlainLink({ to, state: _state, replace: _replace, preventScrollReset: _reset, ...rest }: LinkProps) {
  return <a href={href(to)} {...rest} />;
}

/** The app puts its router's link here. */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** A link within the site. */
export function Link(props: LinkProps) {
  const Shown = useContext(LinkContext);
  return <Shown {...props} />;
}
