import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { formOf, type TestFile } from '#tests/app.ts';
import { registrationBody } from '#tests/factories/members.ts';
import { type Figures, line, measure } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { startBenchSite } from './site.ts';

export const title = 'Registrations with their three files: scanned ID, portrait, payment screenshot';

const seconds = Number(process.env.BENCH_SECONDS ?? 15);

/** A photo as the form sends it: shrunk to this width, with a realistic file size. */
async function photo(width: number, height: number): Promise<TestFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const small = { width: width / 8, height: height / 8, channels: 3, background: '#808080', noise } as const;
  const grain = await sharp({ create: small }).png().toBuffer();
  const bytes = await sharp(grain).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 85 }).toBuffer();
  return { name: 'photo.jpg', type: 'image/jpeg', bytes };
}

/** The processor time in seconds of a process and its children, and their memory in MB. */
function usage(pid: number): { processor: number; memory: number } {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim()
    .split(/\s+/)
    .map(Number);
  let ticks = 0;
  let memory = 0;
  for (const each of [pid, ...children]) {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
    if (each === pid)
      memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1]) / 1024;
  }
  return { processor: ticks / 100, memory };
}

export async function run(): Promise<void> {
  const site = await startBenchSite(100);
  try {
    const document: TestFile = { name: 'id.pdf', type: 'application/pdf', bytes: Buffer.alloc(400_000, '%PDF scan ') };
    const portrait = await photo(1600, 1200);
    const screenshot = await photo(1080, 2400);
    const rows: Record<string, string | number>[] = [];
    let sent = 0;
    const answers = new Map<number, number>();

    async function send(call: AnyEndpoint, path: string, body: object, files: Record<string, TestFile>) {
      sent += 1;
      const { type, bytes } = formOf(call, body, files);
      const answer = await fetch(`${site.url}/api${path}`, {
        method: call.method,
        headers: {
          'content-type': type,
          'x-forwarded-for': `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::1`,
        },
        body: new Uint8Array(bytes),
      });
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      return { status: answer.status, body: (await answer.json()) as { directory: { _id: string } } };
    }

    async function register(): Promise<void> {
      const result = await send(registerMember, registerMember.path, registrationBody(), {
        document,
        picture: portrait,
      });
      if (result.status !== 200) return;
      const id = result.body.directory._id;
      await send(
        uploadPaymentScreenshot,
        `/Directory/updatePaymentScreenshot/${id}`,
        { utr: `UTR${sent}` },
        { screenshot },
      );
    }

    /** Read completely and refused: the cost of receiving a registration, without storing it. */
    const refused = async () => {
      await send(
        registerMember,
        registerMember.path,
        { ...registrationBody(), email: 'none' },
        { document, picture: portrait },
      );
    };

    async function during(name: string, callers: number, work: () => Promise<void>): Promise<Figures> {
      answers.clear();
      const before = usage(site.pid);
      let highest = 0;
      const watch = setInterval(() => {
        highest = Math.max(highest, usage(site.pid).memory);
      }, 200);
      const figures = await measure(callers, seconds, work);
      clearInterval(watch);
      const each = ((usage(site.pid).processor - before.processor) / (figures.requestsPerSecond * seconds)) * 1_000;
      const text = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
      console.log(
        line(name, figures, `   ${milliseconds(each)} ms of a core each, ${Math.round(highest)} MB; ${text}`),
      );
      rows.push({
        what: name,
        'a second': figures.requestsPerSecond.toFixed(1),
        'p50 ms': milliseconds(figures.p50),
        'p95 ms': milliseconds(figures.p95),
        'ms of a core': milliseconds(each),
        'memory, MB': Math.round(highest),
        answers: text,
      });
      return figures;
    }

    await register();
    for (const callers of [1, 4, 100]) await during(`${callers} at once`, callers, register);
    await during('read and refused, 4 at once', 4, refused);
    const picture = await measure(1, 3, async () => {
      await sharp(portrait.bytes).resize(400).webp().toBuffer();
    });
    console.log(line('decoding and encoding one portrait, here', picture));
    writeResults(
      'registration',
      `Registrations with three files (${Math.round((document.bytes.length + portrait.bytes.length + screenshot.bytes.length) / 1000)} kB together), ${seconds} s each.`,
      rows,
    );
  } finally {
    await site.stop();
  }
}
