CREATE DOMAIN "stored_picture" AS jsonb;--> statement-breakpoint
ALTER TABLE "conferences" ALTER COLUMN "picture" SET DATA TYPE "stored_picture";--> statement-breakpoint
ALTER TABLE "gallery_images" ALTER COLUMN "picture" SET DATA TYPE "stored_picture";--> statement-breakpoint
ALTER TABLE "news" ALTER COLUMN "picture" SET DATA TYPE "stored_picture";