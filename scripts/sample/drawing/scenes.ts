import { type Random, seededRandom, seedOf } from '../random.ts';
import { outdoorMoods } from './outdoors.ts';
import { clock } from './scenes/clock.ts';
import { courthouse } from './scenes/courthouse.ts';
import { courtroom } from './scenes/courtroom.ts';
import { desk } from './scenes/desk.ts';
import { domes } from './scenes/domes.ts';
import { groupPicture } from './scenes/group-picture.ts';
import { hall } from './scenes/hall.ts';
import { hills } from './scenes/hills.ts';
import { lamp } from './scenes/lamp.ts';
import { library } from './scenes/library.ts';
import { pillars } from './scenes/pillars.ts';
import { scales } from './scenes/scales.ts';
import { shelves } from './scenes/shelves.ts';
import { sunrise } from './scenes/sunrise.ts';
import { webinar } from './scenes/webinar.ts';

const scenes = {
  courthouse: (random) => courthouse(random, outdoorMoods(random)),
  domes: (random) => domes(random, outdoorMoods(random)),
  hills: (random) => hills(random, outdoorMoods(random)),
  clock: (random) => clock(random, outdoorMoods(random)),
  sunrise,
  scales,
  books: shelves,
  desk,
  webinar,
  hall,
  pillars,
  group: groupPicture,
  lamp,
  library,
  courtroom,
} satisfies Record<string, (random: Random) => string>;

/** What a picture can show. */
export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

/** What a picture shows, and the seed that makes it different from the others of its kind. */
export interface SamplePicture {
  scene: SceneName;
  seed: number;
}

/** A drawing of 1600 by 1000; another seed gives another picture of the same kind. */
export function sceneSvg(scene: SceneName, seed: number): string {
  return scenes[scene](seededRandom(seedOf(scene, seed)));
}
