(* What a claim that has no proof of its author's is put to: each family in turn, those first that say at
   once that a claim is none of theirs. *)
From Kernel Require Import Populations OwnRates Couplings Stepwise Forms Numbers.

Ltac by_all_families := first
  [ solve [ by_averages ] | solve [ by_couplings ] | solve [ by_own_rates ] | solve [ by_steps ]
  | solve [ by_quantities ] | by_families ].
