// Prints what a change costs a newcomer, measured in the source as it stands; `npm test -- --all` prints it at its end.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { columnOf, isFile, personNames } from '#shared/person-fields.ts';

const source = globSync('{server,web,shared}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\.d\.ts$|\/migrations\//.test(file),
);
const textOf = (file: string) => readFileSync(file, 'utf8');
const linesOf = (file: string) => textOf(file).split('\n').length - 1;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The files that a file needs when it runs: imports of types alone do not count. */
function valueImports(file: string): string[] {
  const statements = textOf(file).matchAll(
    /^(?:import|export) (?!type )([^;'"]*?)from '([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].flatMap(([, names = '', path, lazy]) => {
    const inner = /\{([^}]*)\}/.exec(names)?.[1];
    const typesOnly = inner?.split(',').every((name) => /^\s*(type\s.*)?$/.test(name));
    if (typesOnly && /^\s*\{/.test(names)) return [];
    const target = path ?? lazy ?? '';
    const to = target.startsWith('#') ? target.slice(1) : target.startsWith('.') ? join(dirname(file), target) : '';
    return source.includes(to) ? [to] : [];
  });
}

/** Everything behind a file, itself included. */
function behind(file: string, visited = new Set<string>()): Set<string> {
  if (visited.has(file)) return visited;
  visited.add(file);
  for (const each of valueImports(file)) behind(each, visited);
  return visited;
}

/** What shows or writes news for its own sake, and need not do so with another content type. */
const usesNews = [
  'server/features/votes/steps.service.ts',
  'web/site/frame/Footer.tsx',
  'web/site/frame/navigation.ts',
  'web/site/pages/HomePage.tsx',
];

/** The files of one content type, and those outside that name its modules, its pages or its addresses, to take it in. */
function contentType(name: string, page: string): { written: number; edited: string[] } {
  const written = source.filter(
    (file) =>
      file.includes(`/features/${name}/`) ||
      file === `shared/contracts/${name}.ts` ||
      file.startsWith(`web/site/pages/${page}`),
  );
  const names = new RegExp(
    `/features/${name}/|/contracts/${name}\\.ts|/${page}\\w*\\.tsx|\\bpaths\\.(admin\\.)?${name}|^ +${name}: '/`,
    'm',
  );
  const edited = source.filter(
    (file) => !written.includes(file) && !usesNews.includes(file) && names.test(textOf(file)),
  );
  return { written: written.length, edited };
}

/** What decides how a line of a statement and a payment belong together. */
const paymentRule = globSync(
  'server/{parts/bank-credits,features/statements}/{evidence,matching,reconcile,same-credits,words}*.ts',
);
const newsPage = globSync('web/**/NewsPage.tsx')[0];
const news = contentType('news', 'News');
const words = sum(
  ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map(
    (file) => textOf(file).split(/\s+/).filter(Boolean).length,
  ),
);

const server = source.filter((file) => file.startsWith('server/'));
const web = source.filter((file) => file.startsWith('web/'));
const within = (files: string[], pattern: RegExp) => files.filter((file) => pattern.test(textOf(file)));
/** A way in which something is done, if any of these files does it so. */
const way = (files: string[]) => (files.length > 0 ? 1 : 0);

const makers = server
  .filter((file) => file.endsWith('.service.ts'))
  .flatMap((file) => [...textOf(file).matchAll(/^export (?:const|function) (create\w+)/gm)].map(([, name]) => name));
/** Made by `serviceOf`, or by a call of the maker. */
const services =
  way(within(server, /\bserviceOf\(/)) +
  way(within(server, new RegExp(`(?<!function )(?<![.\\w])(?:${makers.join('|')})\\(`)));
/** A step of a job, a round of a loop, or a timer that begins work by itself; not one that only ends a request, a reading thread or a stop in time. */
const elsewhere = server.filter((file) => !/\/(?:loop|with-timeout|bodies|thread|instance)\.ts$/.test(file));
const background =
  way(within(server, /\bcreateLoop\(/)) +
  way(within(server, /\bcreateJobs\(/)) +
  way(within(elsewhere, /\bsetInterval\(|\btimer (?:\?\?)?= setTimeout\(/));
/** By `useForm`, or with a state of its own for what is wrong. */
const forms = way(within(web, /\buseForm\(/)) + way(within(web, /<form[\s\S]*\bset(?:Errors|Failure)\(/));
/** By the form, which leads an error to its field or a notice, or by a page that shows a caught error itself. */
const messages =
  way(within(web, /\bshowFailure\b/)) +
  way(within(web, /\bcatch \((\w+)\)[\s\S]{0,300}\btoast\.error\((?:t\()?(?:\1|appError|message)\b/));

/** What code calls a field of a person: its entry, and its column, which of a file holds something else. The wire's name and the label are not counted. */
const namesOfField = Math.max(
  ...personNames.filter((name) => !isFile(name)).map((name) => new Set([name, columnOf(name)]).size),
);

/** What `tests/one-more-field` writes: the entry and the column. The migration is generated. */
const oneMoreField = new Set(
  [...textOf('tests/one-more-field/one-more-field.test.ts').matchAll(/^ {2}insert\(\s*'([^']+)'/gm)].map(
    ([, file]) => file,
  ),
).size;

/** Fields that code calls as the wire does, such as `ProsecutorName`. */
const wireSpellings = new Set(
  globSync('shared/{person.ts,contracts/*.ts}').flatMap((file) =>
    [...textOf(file).matchAll(/(?<=^ +|\{ )(?:[A-Z][a-z]\w*|[a-z]+_\w+)(?=: )/gm)].map(([name]) => name),
  ),
);

const figures: [question: string, answer: string, aim: string][] = [
  ['one more field of a person: files', `${oneMoreField}`, '2'],
  ['one more content type (as news): files to write, to edit', `${news.written} + ${news.edited.length}`, '10 + 4'],
  [
    'lines before changing a payment rule',
    `${sum(paymentRule.filter((file) => !file.endsWith('.test.ts')).map(linesOf))}`,
    '< 800',
  ],
  ['value imports behind the news page: files', `${newsPage ? behind(newsPage).size : 0}`, '< 60'],
  ['ways: service, background, form, message', [services, background, forms, messages].join(', '), '1, 2, 1, 1'],
  ['names of a field of a person', `${namesOfField}`, '1'],
  ['names of the wire outside `wire()`', `${wireSpellings.size}`, '0'],
  ['files under 30 lines', `${source.filter((file) => linesOf(file) < 30).length}`, '< 150'],
  ['words of documents', `${words}`, '< 30000'],
];
const width = Math.max(...figures.map(([question]) => question.length));
for (const [question, answer, aim] of figures) console.log(`${question.padEnd(width)}  ${answer.padStart(8)}  ${aim}`);
console.log(`A content type is entered in ${news.edited.join(', ')}; its Hindi in languages/hi.po.`);
