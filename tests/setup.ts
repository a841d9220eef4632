import { clock } from '#shared/clock.ts';

// A worker's modules are shared by the files that it runs, and with them the clock that some of these set.
clock.set(new Date());
