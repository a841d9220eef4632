// Only the core: the package's main entry includes renderers for canvas and PNG.
import { create } from 'qrcode/lib/core/qrcode.js';

/** Light modules around the code; scanners need four. */
const quiet = 4;

/** A QR code as one path, sharp at any size and in print. `label` is its name for screen readers. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let dark = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (modules.get(row, column)) dark += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    }
  }
  const side = size + 2 * quiet;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
