import { GalleryAdmin } from '#web/features/gallery/GalleryAdmin.tsx';

export const Component = GalleryAdmin;
