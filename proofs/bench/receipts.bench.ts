import { randomUUID } from 'node:crypto';
import { receiptSheet } from '#server/features/receipts/receipt-sheet.ts';
import { typeset } from '#server/platform/typesetting/typesetter.ts';
import { line, measure } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = 'Receipts set as PDF, and codes verified';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const names = ['Kavita Deshmukh', 'श्रीमती कृष्णा शर्मा', 'லக்ஷ்மி சுப்பிரமணியன்', 'মৌসুমী চট্টোপাধ্যায়', 'محمد اقبال صدیقی'];

/** Measures receipts per second, each with another name, as for a year's archive. */
async function setReceipts(): Promise<void> {
  const set = async (index: number) => {
    const sheet = receiptSheet(
      {
        label: `2026-27/${String(index).padStart(6, '0')}`,
        code: randomUUID().replaceAll('-', '').slice(0, 22),
        cancelledAt: null,
        content: {
          association: { name: 'Association of Public Prosecutors', address: 'New Delhi', phone: '', email: '' },
          receivedFrom: `${names[index % names.length]} ${String.fromCharCode(65 + (index % 26))}`,
          memberNumber: `M-${index}`,
          reference: `AIP-2026-${index}`,
          purpose: 'annual',
          period: '2026-27',
          membership: 'Individual member',
          amount: 1_000,
          utr: String(400_000_000_000 + index),
          receivedOn: '2026-05-03',
          replaces: '',
        },
      },
      null,
      'https://www.example.org',
    );
    await typeset({ kind: 'receipt', sheet });
  };
  // Warm-up: starts the thread and loads the fonts.
  for (const [index] of names.entries()) await set(index);
  const figures = await measure(20, seconds, set);
  console.log(line('receipts in names of five scripts, 20 at once', figures));
}

export async function run(): Promise<void> {
  await setReceipts();
  const site = await startBenchSite(1_000);
  try {
    const { rows } = await site.database.pool.query<{ code: string }>('select code from receipts');
    const verify = async (address: string) => {
      const answer = await fetch(`${site.url}${address}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${address.split('/')[1]}: ${answer.status}`);
    };
    const code = (index: number) => rows[index % rows.length]!.code;
    const asPage = await measure(16, seconds, (index) => verify(`/verify/${code(index)}`));
    console.log(line('verification page, 16 callers', asPage));
    const asCall = await measure(16, seconds, (index) => verify(`/api/Verify/${code(index)}`));
    console.log(line('verification call, 16 callers', asCall));
  } finally {
    await site.stop();
  }
}
