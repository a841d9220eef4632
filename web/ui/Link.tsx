import { type LinkProps, Link as RouterLink } from 'react-router';

type Props = Omit<LinkProps, 'to' | 'discover'> & { to: string };

/** What is rendered on the server leads by its address alone. */
function PlainLink({ to, state: _state, replace: _replace, preventScrollReset: _reset, ...rest }: Props) {
  return <a href={to} {...rest} />;
}

const RoutedLink = (props: Props) => <RouterLink discover="none" {...props} />;

/**
 * A link within the site, the same markup on the server and in the browser. The router's own does on the server much work
 * that nobody can use there, for each of a page's seventy links.
 */
export const Link = typeof document === 'undefined' ? PlainLink : RoutedLink;
