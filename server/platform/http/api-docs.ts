import { escapeMarkup } from '#server/platform/calendar-text.ts';

type Json = Record<string, unknown>;
interface Operation {
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content: Record<string, { schema: Json }> }>;
}

/** The calls as one plain page: no script, no foreign address. */
export function apiDocsPage(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([name, list]) =>
      `<section id="${escapeMarkup(name)}"><h2>${escapeMarkup(name)}</h2>${list.map(operationHtml).join('')}</section>`,
  );
  const links = [...groups.keys()]
    .map((name) => `<a href="#${escapeMarkup(name)}">${escapeMarkup(name)}</a>`)
    .join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API</title><style>${style}</style></head><body><main><h1>API</h1>
<p>Success: <code>{"success": true, "message": …}</code>. Failure: the HTTP status and
<code>{"success": false, "code": …, "message": …, "fields": {…}}</code>. Tokens go into
<code>Authorization: Bearer …</code>. The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${links}</nav>${sections.join('')}</main></body></html>`;
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [, answer] = Object.entries(operation.responses['200']?.content ?? {})[0] ?? [];
  const parameters = operation.parameters
    .map(
      (parameter) =>
        `<li><code>${escapeMarkup(parameter.name)}</code> (${parameter.in}${parameter.required ? ', required' : ''})</li>`,
    )
    .join('');
  return `<article><h3><b>${method}</b> <code>${escapeMarkup(path)}</code></h3>
<p>${escapeMarkup(operation.summary)}. ${escapeMarkup(operation.description)}</p>
${parameters ? `<ul>${parameters}</ul>` : ''}
${body ? `<details><summary>Body: ${bodyType}</summary><pre>${escapeMarkup(JSON.stringify(body.schema, null, 2))}</pre></details>` : ''}
${answer ? `<details><summary>Answer</summary><pre>${escapeMarkup(JSON.stringify(answer.schema, null, 2))}</pre></details>` : ''}</article>`;
}

const style = `body{margin:0;background:#fbfaf6;color:#12233f;font:16px/1.55 system-ui,sans-serif}main{max-width:960px;margin:0 auto;padding:32px 16px}
h1,h2{font-family:Georgia,serif}article{background:#fff;border:1px solid #e3ded2;border-radius:6px;padding:8px 16px;margin:12px 0}
h3{font-size:16px;overflow-wrap:anywhere}h3 b{color:#b45309}pre{overflow:auto;background:#fbfaf6;padding:12px}nav a{margin-right:12px}a{color:#1b365d}
:focus-visible{outline:3px solid #1b365d;outline-offset:2px}`;
