import type { PictureSet } from '#shared/fields.ts';

interface Props {
  picture: PictureSet;
  alt: string;
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string;
  /** The picture a page opens with is fetched at once; all others when they come near. */
  first?: boolean;
  className?: string;
}

/** A picture in the width the screen needs, with its place kept free until it is there. */
export function Picture({ picture, alt, sizes, first = false, className }: Props) {
  return (
    <picture>
      {picture.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
      <img
        className={className}
        src={picture.src}
        srcSet={picture.srcSet}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : {})}
      />
    </picture>
  );
}
