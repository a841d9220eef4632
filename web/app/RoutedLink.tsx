import { useHref, useLinkClickHandler } from 'react-router';
import type { LinkProps } from '#web/ui/Link.tsx';

/** The router's own link brings code for prefetching that no page uses. */
export function RoutedLink({ to, state, replace, preventScrollReset, onClick, ...rest }: LinkProps) {
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
