import styles from './Thumbnail.module.css';

/** A small picture in a table, or an empty placeholder. */
export function Thumbnail({ address }: { address: string | null }) {
  if (!address) return <span className="muted">None</span>;
  return (
    <img
      className={`${styles.picture} covers rounded-less`}
      src={address}
      width={72}
      height={48}
      alt=""
      loading="lazy"
    />
  );
}
