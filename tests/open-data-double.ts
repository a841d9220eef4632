import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault of the double in place of proper answers. */
type Trouble = (request: IncomingMessage, response: ServerResponse, proper: () => void) => void;

export interface OpenDataDouble {
  baseUrl: string;
  /** Every request so far, oldest first. */
  requests: URL[];
  records: { states: object[]; districts: object[]; subdistricts: object[] };
  /** The number of records per answer, whatever the request. */
  pageSize: number;
  /** Formats counts. */
  total: (count: number) => unknown;
  trouble: Trouble | undefined;
  /** The number of open requests, and its maximum so far. */
  open: number;
  maxOpen: number;
  close(): Promise<void>;
}

const resources: Record<string, keyof OpenDataDouble['records']> = {
  'a71e60f0-a21d-43de-a6c5-fa5d21600cdb': 'states',
  '37231365-78ba-44d5-ac22-3deec40b9197': 'districts',
  '6be51a29-876a-403a-a6da-42fde795e751': 'subdistricts',
};

/** A server that answers like the government's open-data service, with faults on request. */
export async function startOpenDataDouble(apiKey: string): Promise<OpenDataDouble> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double.invalid');
    double.requests.push(url);
    double.open += 1;
    double.maxOpen = Math.max(double.maxOpen, double.open);
    response.on('close', () => {
      double.open -= 1;
    });
    const proper = () => answer(double, url, apiKey, response);
    if (double.trouble) double.trouble(request, response, proper);
    else proper();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: OpenDataDouble = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    records: { states: [], districts: [], subdistricts: [] },
    pageSize: 1_000,
    total: (count) => count,
    trouble: undefined,
    open: 0,
    maxOpen: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

function answer(double: OpenDataDouble, url: URL, apiKey: string, response: ServerResponse): void {
  const level = resources[url.pathname.replace('/resource/', '')];
  if (!level || url.searchParams.get('api-key') !== apiKey) {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"Key not authorised"}');
    return;
  }
  const filters = [...url.searchParams].flatMap(([name, value]) => {
    const field = /^filters\[(\w+)\]$/.exec(name)?.[1];
    return field ? [[field, value] as const] : [];
  });
  // The service's filter also matches parts of words.
  const matches = double.records[level].filter((record) =>
    filters.every(([field, value]) => {
      const text = String((record as Record<string, unknown>)[field] ?? '');
      return text.toLowerCase().includes(value.toLowerCase());
    }),
  );
  const offset = Number(url.searchParams.get('offset'));
  const limit = url.searchParams.get('limit') ?? '10';
  const records = matches.slice(offset, offset + Math.min(Number(limit), double.pageSize));
  const body = { total: double.total(matches.length), count: records.length, limit, offset: String(offset), records };
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
