import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from 'react';
import { href } from '#web/lib/languages/text.ts';

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
