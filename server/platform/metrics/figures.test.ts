import { expect, test } from 'vitest';
import { createCounter, createHistogram, exposition, gauge } from './figures.ts';
import { mergeExpositions } from './figures-of-workers.ts';

function told(worker: string, count: number): string {
  const requests = createCounter('Requests.');
  const seconds = createHistogram('Seconds.', [1]);
  requests.add({ call: '/a "quoted" {pattern}' }, count);
  seconds.observe({ call: '/a' }, 0.5);
  const uptime = gauge('Uptime.', count);
  const mails = gauge('Mails.', [[{ state: 'waiting' }, 7]]);
  return exposition({ requests: requests.family, seconds: seconds.family, uptime }, { worker }) + exposition({ mails });
}

test('metrics of several processes merge into one text: each family once, each process with its label, the site’s own once', () => {
  expect(mergeExpositions([told('1', 3), told('2', 4)]).split('\n')).toEqual([
    '# HELP requests Requests.',
    '# TYPE requests counter',
    'requests{worker="1",call="/a \\"quoted\\" {pattern}"} 3',
    'requests{worker="2",call="/a \\"quoted\\" {pattern}"} 4',
    '# HELP seconds Seconds.',
    '# TYPE seconds histogram',
    'seconds_bucket{worker="1",call="/a",le="1"} 1',
    'seconds_bucket{worker="1",call="/a",le="+Inf"} 1',
    'seconds_sum{worker="1",call="/a"} 0.5',
    'seconds_count{worker="1",call="/a"} 1',
    'seconds_bucket{worker="2",call="/a",le="1"} 1',
    'seconds_bucket{worker="2",call="/a",le="+Inf"} 1',
    'seconds_sum{worker="2",call="/a"} 0.5',
    'seconds_count{worker="2",call="/a"} 1',
    '# HELP uptime Uptime.',
    '# TYPE uptime gauge',
    'uptime{worker="1"} 3',
    'uptime{worker="2"} 4',
    '# HELP mails Mails.',
    '# TYPE mails gauge',
    'mails{state="waiting"} 7',
    '',
  ]);
});
