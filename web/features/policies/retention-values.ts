import type { getSettings } from '#shared/contracts/settings.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { DocumentValues } from './document.ts';

/** The retention periods as the policies name them; none when the settings could not be read. */
export function retentionValues(settings: EndpointResponse<typeof getSettings> | null): DocumentValues {
  const retention = settings?.data[0]?.retention;
  if (!retention) return {};
  return { rejectedDays: String(retention.rejectedDays), unpaidDays: String(retention.unpaidDays) };
}
