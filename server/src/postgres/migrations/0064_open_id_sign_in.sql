-- A sign-in by OpenID Connect counts once, even at a provider that accepts its code again: the nonce, which the ID token
-- confirms, is stored as SHA-256.

create table open_id_sign_in (
  nonce_hash bytea primary key,
  at timestamptz not null
);

create index open_id_sign_in_at on open_id_sign_in (at);
