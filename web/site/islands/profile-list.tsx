import { ProfileList } from '../frame/ProfileMenu.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(ProfileList);
