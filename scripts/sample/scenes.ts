import type { Random } from './random.ts';
import { seededRandom, seedOf } from './random.ts';
import {
  books,
  courtroom,
  desk,
  groupPicture,
  hall,
  lamp,
  library,
  pillars,
  scales,
  webinar,
} from './scenes-indoors.ts';
import { clock, courthouse, domes, hills, outdoorMoods, sunrise } from './scenes-outdoors.ts';

const scenes = {
  courthouse: (random) => courthouse(random, outdoorMoods(random)),
  domes: (random) => domes(random, outdoorMoods(random)),
  hills: (random) => hills(random, outdoorMoods(random)),
  clock: (random) => clock(random, outdoorMoods(random)),
  sunrise,
  scales,
  books,
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
