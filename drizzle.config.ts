import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/database/tables/*.ts',
  out: './server/platform/database/migrations',
  casing: 'snake_case',
});
