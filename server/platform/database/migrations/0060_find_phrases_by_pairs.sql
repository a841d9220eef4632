DROP INDEX "library_pages_words";--> statement-breakpoint
-- The pairs of words of what has been read already, as collectWords of the library adds them.
update library_words found set words = found.words || array(
  select distinct lexeme || ' ' || next from (
    select head as words from library_documents where id = found.document_id
    union all select words from library_pages where document_id = found.document_id
  ) as texts, lateral (
    select word.lexeme, at, lead(word.lexeme) over places as next, lead(at) over places as next_at
    from unnest(texts.words) word, unnest(word.positions) at window places as (order by at)
  ) as placed where next_at = at + 1);
