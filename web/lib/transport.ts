/** One call on its way to the API, before it is known how it travels. */
export interface TransportRequest {
  method: string;
  /** Path and query, from `/api` on. */
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/** Rejects only when no answer arrived. */
export type Transport = (request: TransportRequest) => Promise<Response>;

export const browserTransport: Transport = async (request) => {
  if (!request.onProgress) return sendWithFetch(request);
  const { sendWithProgress } = await import('./upload.ts');
  return sendWithProgress(request);
};

function sendWithFetch({ method, url, headers, body, signal }: TransportRequest): Promise<Response> {
  return fetch(url, { method, headers, body, signal, credentials: 'same-origin' });
}
