import { circle, group, line, path, rect } from './svg.ts';

/** The balance of the association, within a square of the given size around (cx, cy). */
export function balance(cx: number, cy: number, size: number, colour: string, tilt = 0): string {
  const half = size / 2;
  const arm = half * 0.78;
  const beamY = cy - half * 0.62;
  const pan = (side: number) => {
    const x = cx + side * arm;
    const y = beamY + side * tilt * half;
    const bowlY = y + half * 0.86;
    const width = half * 0.42;
    return (
      line(`M${x} ${y}L${x - width} ${bowlY}M${x} ${y}L${x + width} ${bowlY}`, colour, size * 0.014) +
      path(
        `M${x - width * 1.12} ${bowlY}H${x + width * 1.12}C${x + width * 0.9} ${bowlY + half * 0.24} ${x - width * 0.9} ${bowlY + half * 0.24} ${x - width * 1.12} ${bowlY}z`,
        colour,
      ) +
      circle(x, y, size * 0.018, colour)
    );
  };
  return group([
    rect(cx - size * 0.02, beamY - half * 0.2, size * 0.04, half * 1.62, colour, { rx: size * 0.01 }),
    path(
      `M${cx - half * 0.46} ${cy + half * 0.98}Q${cx - half * 0.4} ${cy + half * 0.78} ${cx} ${cy + half * 0.74}Q${cx + half * 0.4} ${cy + half * 0.78} ${cx + half * 0.46} ${cy + half * 0.98}z`,
      colour,
    ),
    line(
      `M${cx - arm} ${beamY - tilt * half}Q${cx} ${beamY - half * 0.12} ${cx + arm} ${beamY + tilt * half}`,
      colour,
      size * 0.032,
    ),
    circle(cx, beamY - half * 0.22, size * 0.04, colour),
    pan(-1),
    pan(1),
  ]);
}
