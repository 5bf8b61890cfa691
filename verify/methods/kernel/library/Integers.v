(* Integers and binomial coefficients in claims: read all of it, as of Words.v. *)
From Coq Require Import Reals Lra Lia List.
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

(* ------------------------------------------------------------------ what proofs use *)

Lemma choose_too_many n : forall k, (n < k)%nat -> choose n k = 0%nat.
Proof.
  induction n as [|n IH]; intros [|k] H; try lia; simpl; [reflexivity|]. rewrite !IH by lia. reflexivity.
Qed.
Lemma int_part_nat n : Z.to_nat (Int_part (INR n)) = n.
Proof.
  unfold Int_part. rewrite <- (tech_up (INR n) (Z.of_nat n + 1)).
  - rewrite Z.add_simpl_r. apply Nat2Z.id.
  - rewrite plus_IZR, <- INR_IZR_INZ. lra.
  - rewrite plus_IZR, <- INR_IZR_INZ. lra.
Qed.
Lemma binomial_nat n k : binomial (INR n) (INR k) = INR (choose n k).
Proof.
  unfold binomial. assert (P := pos_INR k). destruct (Rle_dec 0 (INR k)) as [_|N]; [|lra].
  rewrite !int_part_nat. destruct (Rle_dec (INR k) (INR n)) as [_|N]; [reflexivity|].
  rewrite choose_too_many; [reflexivity|]. apply INR_lt. lra.
Qed.
(* The first d integers, from 0. *)
Lemma integers_below d : integers 0 (INR d - 1) = map INR (seq 0 d).
Proof.
  unfold integers. replace (Z.to_nat (up (INR d - 1 - 0))) with d.
  - apply map_ext. intro k. ring.
  - rewrite <- (tech_up (INR d - 1 - 0) (Z.of_nat d)); [symmetry; apply Nat2Z.id | |];
      rewrite <- INR_IZR_INZ; lra.
Qed.
