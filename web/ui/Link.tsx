import type { AnchorHTMLAttributes } from 'react';
import { type NavigateOptions, useHref, useLinkClickHandler } from 'react-router';

interface Props
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>,
    Pick<NavigateOptions, 'state' | 'replace' | 'preventScrollReset'> {
  to: string;
}

/** On the server a link is a plain anchor. */
function PlainLink({ to, state: _state, replace: _replace, preventScrollReset: _reset, ...rest }: Props) {
  return <a href={to} {...rest} />;
}

function RoutedLink({ to, state, replace, preventScrollReset, onClick, ...rest }: Props) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target,
    replace,
    state,
    preventScrollReset,
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/**
 * A link within the site, with the same markup on the server and in the browser. The router's link brings code for prefetching
 * that no page uses, and would do much needless work on the server for each of a page's seventy links.
 */
export const Link = typeof document === 'undefined' ? PlainLink : RoutedLink;
