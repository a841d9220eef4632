// `npm run dev`: the site for work on the program. With `-- --gateway` payments can be made online, at a double of the gateway.
import { spawn } from 'node:child_process';
import { readConfig } from '#server/config.ts';

const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development' };
if (process.argv.includes('--gateway')) {
  const { startGatewayDouble } = await import('#tests/gateway-double.ts');
  const { publicUrl } = readConfig(env);
  const double = await startGatewayDouble({ notifies: publicUrl });
  Object.assign(env, double.env);
  console.log(`Payments are made at a double of the gateway at ${double.url}.`);
}
const watching = ['--watch-path=server', '--watch-path=shared', '--watch-preserve-output'];
const child = spawn(process.execPath, ['--import', './server/import-hooks.ts', ...watching, 'server/main.ts'], {
  env,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
