import type { Plugin } from 'vite';
import { breakpoints } from '../../shared/limits.ts';

/**
 * Replaces `@media (--from-md)` and `@media (--below-md)` in style sheets by the breakpoints of `shared/limits.ts`, as media
 * queries cannot read CSS variables.
 */
export function breakpointsInStyles(): Plugin {
  return {
    name: 'breakpoints-in-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id) || !code.includes('(--')) return null;
      const replaced = code.replace(/\(--(from|below)-(\w+)\)/g, (whole, side: string, name: string) => {
        const width = breakpoints[name as keyof typeof breakpoints];
        if (width === undefined) this.error(`${whole} is no breakpoint`);
        return side === 'from' ? `(min-width: ${width}px)` : `(max-width: ${width - 0.02}px)`;
      });
      return { code: replaced, map: null };
    },
  };
}
