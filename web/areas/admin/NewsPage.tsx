import { NewsAdmin } from '#web/features/news/NewsAdmin.tsx';

export const Component = NewsAdmin;
