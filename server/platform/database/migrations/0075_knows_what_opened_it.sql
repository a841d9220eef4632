ALTER TABLE "sessions" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "not_me_links" ADD COLUMN "passkey_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "revoked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A host in Unicode gets the name that DNS has for it (RFC 3492), as the program writes it from now on. Where both are in use the one in
-- Unicode stays: the office merges the two.
create function pg_temp.label_of_dns(label text) returns text language plpgsql as $$
declare
  points int[] := array(select ascii(sign) from regexp_split_to_table(normalize(lower(label), NFKC), '') as sign);
  result text := ''; digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  n int := 128; delta int := 0; bias int := 72; basic int; handled int; m int; point int; q int; k int; t int;
begin
  foreach point in array points loop
    if point < 128 then result := result || chr(point); end if;
  end loop;
  basic := length(result); handled := basic;
  if basic = cardinality(points) then return result; end if;
  if basic > 0 then result := result || '-'; end if;
  while handled < cardinality(points) loop
    select min(each) into m from unnest(points) as each where each >= n;
    delta := delta + (m - n) * (handled + 1); n := m;
    foreach point in array points loop
      if point < n then delta := delta + 1; end if;
      continue when point <> n;
      q := delta; k := 36;
      loop
        t := case when k <= bias then 1 when k >= bias + 26 then 26 else k - bias end;
        exit when q < t;
        result := result || substr(digits, t + (q - t) % (36 - t) + 1, 1);
        q := (q - t) / (36 - t); k := k + 36;
      end loop;
      result := result || substr(digits, q + 1, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1); k := 0;
      while delta > 455 loop delta := delta / 35; k := k + 36; end loop;
      bias := k + 36 * delta / (delta + 38); delta := 0; handled := handled + 1;
    end loop;
    delta := delta + 1; n := n + 1;
  end loop;
  return 'xn--' || result;
end $$;--> statement-breakpoint
create function pg_temp.email_of_dns(email text) returns text language sql as $$
  select split_part(email, '@', 1) || '@' || string_agg(pg_temp.label_of_dns(label), '.' order by place)
  from unnest(string_to_array(split_part(email, '@', 2), '.')) with ordinality as host (label, place)
$$;--> statement-breakpoint
do $$
declare
  person record;
begin
  for person in select id, email from members where split_part(email, '@', 2) ~ '[^ -~]' order by created_at loop
    begin
      update members set email = pg_temp.email_of_dns(person.email) where id = person.id;
    exception when unique_violation then null;
    end;
  end loop;
  for person in select id, email from administrators where split_part(email, '@', 2) ~ '[^ -~]' loop
    begin
      update administrators set email = pg_temp.email_of_dns(person.email) where id = person.id;
    exception when unique_violation then null;
    end;
  end loop;
  update participations set email = pg_temp.email_of_dns(email) where split_part(email, '@', 2) ~ '[^ -~]';
  update email_links set email = pg_temp.email_of_dns(email) where split_part(email, '@', 2) ~ '[^ -~]';
  update mail set recipient = pg_temp.email_of_dns(recipient) where split_part(recipient, '@', 2) ~ '[^ -~]';
end $$;
