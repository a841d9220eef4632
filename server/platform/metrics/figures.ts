/** The labels of a series. Values come from the program itself, never from a request, which would make them unbounded. */
export type Labels = Record<string, string>;

interface Family {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  lines(name: string): string[];
}

const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const write = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${quoted(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
};

type Values = readonly (readonly [Labels, number])[];

const valueLines = (values: Values) => (name: string) =>
  values.map(([labels, value]) => `${name}${write(labels)} ${value}`);

/** A gauge: one number, or several with labels. */
export function gauge(help: string, values: number | Values): Family {
  return { type: 'gauge', help, lines: valueLines(typeof values === 'number' ? [[{}, values]] : values) };
}

/** Counters that were counted elsewhere. */
export function counted(help: string, values: Values): Family {
  return { type: 'counter', help, lines: valueLines(values) };
}

/** A counter of this process. */
export function createCounter(help: string) {
  const counts = new Map<string, number>();
  return {
    add(labels: Labels, by = 1) {
      const key = write(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
    family: {
      type: 'counter',
      help,
      lines: (name: string) => [...counts].map(([key, count]) => `${name}${key} ${count}`),
    } satisfies Family,
  };
}

/** A histogram with the upper `bounds`, ascending. */
export function createHistogram(help: string, bounds: readonly number[]) {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
  return {
    observe(labels: Labels, value: number) {
      const key = write(labels);
      const entry = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
      series.set(key, entry);
      for (const [index, bound] of bounds.entries()) if (value <= bound) entry.counts[index]! += 1;
      entry.sum += value;
      entry.count += 1;
    },
    family: {
      type: 'histogram',
      help,
      lines: (name: string) =>
        [...series].flatMap(([key, { labels, counts, sum, count }]) => [
          ...counts.map((total, index) => `${name}_bucket${write({ ...labels, le: String(bounds[index]) })} ${total}`),
          `${name}_bucket${write({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${key} ${sum}`,
          `${name}_count${key} ${count}`,
        ]),
    } satisfies Family,
  };
}

/** A line of the exposition with further labels before its own. */
function labelled(line: string, labels: string): string {
  if (labels === '') return line;
  const name = /^[a-z_]+/.exec(line)![0];
  const rest = line.slice(name.length);
  return rest.startsWith('{') ? `${name}${labels.slice(0, -1)},${rest.slice(1)}` : `${name}${labels}${rest}`;
}

/** The text that Prometheus reads. @param labels are added to every line */
export function exposition(families: Record<string, Family>, labels: Labels = {}): string {
  const lines = Object.entries(families).flatMap(([name, family]) => [
    `# HELP ${name} ${family.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${family.type}`,
    ...family.lines(name).map((line) => labelled(line, write(labels))),
  ]);
  return `${lines.join('\n')}\n`;
}
