import pg from 'pg';

/** A required environment variable. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name}; see bench/peers/README.md.`);
  process.exit(1);
}

/** The site's database, as the owner of its tables. */
export const siteDatabase = () => new pg.Pool({ connectionString: needed('DATABASE_URL'), max: 2 });
