import { clock } from '#shared/clock.ts';

// Test files of one worker share its modules, including the clock that some of them set.
clock.set(new Date());
