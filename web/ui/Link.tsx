import { type LinkProps, Link as RouterLink } from 'react-router';

type Props = Omit<LinkProps, 'to' | 'discover'> & { to: string };

/** On the server a link is a plain anchor. */
function PlainLink({ to, state: _state, replace: _replace, preventScrollReset: _reset, ...rest }: Props) {
  return <a href={to} {...rest} />;
}

const RoutedLink = (props: Props) => <RouterLink discover="none" {...props} />;

/**
 * A link within the site, with the same markup on the server and in the browser. The router's link would do much needless
 * work on the server for each of a page's seventy links.
 */
export const Link = typeof document === 'undefined' ? PlainLink : RoutedLink;
