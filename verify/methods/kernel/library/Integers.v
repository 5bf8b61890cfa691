(* Integers and binomial coefficients in claims: read all of it, as of Words.v. *)
From Coq Require Import Reals List.
From Kernel Require Import Prelude.
Open Scope R_scope.

(* a, a + 1, and so on, up to b. *)
Definition integers (a b : R) : list R := map (fun k => a + INR k) (seq 0 (Z.to_nat (up (b - a)))).
Fixpoint choose (n k : nat) : nat := match k, n with
  | O, _ => 1
  | S _, O => 0
  | S l, S m => choose m l + choose m (S l)
  end.
(* Of integers; 0 unless 0 <= k <= n. *)
Definition binomial (n k : R) : R := if Rle_dec 0 k then if Rle_dec k n then
  INR (choose (Z.to_nat (Int_part n)) (Z.to_nat (Int_part k))) else 0 else 0.
