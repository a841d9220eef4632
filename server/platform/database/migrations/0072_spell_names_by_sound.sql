-- Devanagari as it is read: the vowel within a consonant is silent at the end of a word and, as in Gaikwad, between a syllable and the
-- next one; the vowel ri is two letters. The rest is as it was.
CREATE OR REPLACE FUNCTION "name_sound"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT
    regexp_replace(regexp_replace(regexp_replace(translate(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(
      regexp_replace(regexp_replace(
      translate(
        regexp_replace(
          replace(replace(lower(normalize($1, NFC)), U&'\090b', U&'\0930\093f'), U&'\0943', U&'\094d\0930\093f'),
          '([\u0915-\u0939\u0958-\u095f]\u093c?)(?![\u093c\u093e-\u094d])', '\1ə', 'g'),
        'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहअआइईउऊएऐओऔािीुूेैोौंँ़्',
        'kkggnCCjjnttddnttddnpfbbmyrlvssshaaiiuuiiuuaiiuuiiuunn'),
      'ə(?=[^a-zA-Zə]|$)', '', 'g'),
      '([aiuə][b-df-hj-np-tv-zC])ə(?=[b-df-hj-np-tv-zC][aiuə])', '\1', 'g'),
    'ə', 'a'),
    '[!-/:-@\[-`{-~[:space:]]+', ' ', 'g'),
    'ksh|x', 'ks', 'g'), 'ph', 'f', 'g'), 'ch+', 'C', 'g'), 'c(?=[eiy])', 's', 'g'), 'qu|c|q', 'k', 'g'),
    'wzyeo', 'vjiiu'),
    '([^ ])h+', '\1', 'g'), '(.)\1+', '\1', 'g'), '([^ ][^ ])a(?= |$)', '\1', 'g')
$$;--> statement-breakpoint
REINDEX INDEX "member_counts_sounds";
