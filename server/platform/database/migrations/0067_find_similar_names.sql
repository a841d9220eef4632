-- How a name sounds, for comparison: Devanagari by its letters, the spellings of one sound as one, no doubled letters.
CREATE FUNCTION "name_sound"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT
    regexp_replace(regexp_replace(regexp_replace(translate(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(
      regexp_replace(lower($1), '([\u0915-\u0939])\u093c?(?![\u093e-\u094d])', '\1a', 'g'),
      'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहअआइईउऊएऐओऔािीुूेैोौंँ़्',
      'kkggnCCjjnttddnttddnpfbbmirlvssshaaiiuuiiuuaiiuuiiuunn'),
    '[!-/:-@\[-`{-~[:space:]]+', ' ', 'g'),
    'ksh|x', 'ks', 'g'), 'ph', 'f', 'g'), 'ch+', 'C', 'g'), 'c(?=[eiy])', 's', 'g'), 'qu|c|q', 'k', 'g'),
    'wzyeo', 'vjiiu'),
    '([^ ])h+', '\1', 'g'), '(.)\1+', '\1', 'g'), '([^ ][^ ])a(?= |$)', '\1', 'g')
$$;--> statement-breakpoint
-- The words of a sound, and each of them with one letter less: two words that differ in one letter share one of these.
CREATE FUNCTION "sound_keys"(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT keys.key), '{}') FROM regexp_split_to_table($1, ' ') AS word, LATERAL (
    SELECT word AS key WHERE word <> ''
    UNION ALL SELECT left(word, place - 1) || substr(word, place + 1) FROM generate_series(1, length(word)) AS place
    WHERE length(word) BETWEEN 4 AND 30
  ) AS keys
$$;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "whatsapp" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "member_counts_sounds" ON "member_counts" USING gin (sound_keys(name_sound(subject))) WHERE level = 5;--> statement-breakpoint
CREATE INDEX "members_work_trigram" ON "members" USING gin (lower(normalize(court || chr(10) || designation, NFKC)) gin_trgm_ops);