(* A-L5.1: Attracted.v says all but where a token rests, with its products in the other order. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Attracted.
From Claimed Require Import A_L5_1.
Open Scope R_scope.

Theorem proof : A_L5_1.
Proof.
  intros Space v w y m A _ Start Pole Mpos _ Low Flow Integral.
  split; [intros z Z; apply drawn_equilibria; auto|]. intros M _ High.
  assert (Wt : forall t, 0 <= t -> m <= w t <= M) by (intros t T; split; auto).
  destruct (drawn_to_the_pole Space v y w m M Mpos Wt Pole Flow Start) as [_ [_ [Rest Domain]]].
  split.
  { intros s t T. rewrite !(inner_sym _ _ v). apply (drawn_rises v y w m M); auto. }
  split; [exact Domain|]. split; [exact Rest|]. intros c [Away First].
  assert (Z : c = inner v (y 0)) by (rewrite inner_sym; symmetry; exact First).
  assert (Off : -1 < inner v (y 0)) by (rewrite <- Z; exact Away). split.
  - intros t T. split; [lra|]. rewrite inner_sym, Z.
    replace ((-2) * m * t) with (- (2 * m) * t) by ring.
    replace (2 * (1 - inner v (y 0)) / (1 + inner v (y 0)))
      with (2 * ((1 - inner v (y 0)) / (1 + inner v (y 0)))) by (field; lra).
    apply (drawn_fast v y w m M); auto.
  - intros A0 t T. rewrite (inner_sym _ (y t)), Z. split.
    + assert (B := drawn_below_one v y w m M Mpos Wt Pole Flow Start 0 ltac:(lra)).
      assert (0 < (1 + inner v (y 0)) * exp (2 * A t)) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
      lra.
    + apply (drawn_exactly v y w m M Mpos Wt Pole Flow Start Off A); auto.
Qed.
