import type { getSettings } from '#shared/contracts/settings.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { DocumentValues } from './document.ts';

/** The retention periods in the policies; none if the settings could not be loaded. */
export function retentionValues(settings: EndpointResponse<typeof getSettings> | null): DocumentValues {
  const retention = settings?.data[0]?.retention;
  if (!retention) return {};
  return { rejectedDays: String(retention.rejectedDays), unpaidDays: String(retention.unpaidDays) };
}
