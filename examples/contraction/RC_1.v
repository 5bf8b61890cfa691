(* RC-1: the lazy walk on a cycle of six has gap 1/4, and leaves 1 and -1 where they are. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete.
From Claimed Require Import RC_1.
Open Scope R_scope.

Inductive token := t1 | t2 | t3 | t4 | t5 | t6.
Definition cycle := t1 :: t2 :: t3 :: t4 :: t5 :: t6 :: nil.
Definition walk (i j : token) : R :=
  match i, j with
  | t1, t1 | t2, t2 | t3, t3 | t4, t4 | t5, t5 | t6, t6 => 1 / 2
  | t1, t2 | t2, t3 | t3, t4 | t4, t5 | t5, t6 | t6, t1
  | t2, t1 | t3, t2 | t4, t3 | t5, t4 | t6, t5 | t1, t6 => 1 / 4
  | _, _ => 0
  end.
Fixpoint state (k : nat) : token -> real_line :=
  match k with
  | O => fun i => match i with t1 | t2 | t3 => 1 | _ => -1 end
  | Datatypes.S k => fun i =>
      vadd (vscale (1 - 1) (state k i)) (vscale 1 (vtotal cycle (fun j => vscale (walk i j) (state k j))))
  end.

Lemma cycle_enumerated : enumerates cycle.
Proof.
  split; [discriminate|]. split; [|intros []; simpl; tauto].
  repeat constructor; simpl; intuition discriminate.
Qed.
Lemma gap (a b c d e f : R) : a + (b + (c + (d + (e + (f + 0))))) = 0 ->
  let lazy p q r := (2 * p + q + r) / 4 in
  (lazy a f b) ^ 2 + (lazy b a c) ^ 2 + (lazy c b d) ^ 2 + (lazy d c e) ^ 2 + (lazy e d f) ^ 2 + (lazy f e a) ^ 2
  <= 9 / 16 * (a ^ 2 + b ^ 2 + c ^ 2 + d ^ 2 + e ^ 2 + f ^ 2).
Proof.
  intros Z lazy. assert (F : f = - (a + b + c + d + e)) by lra. unfold lazy.
  assert (A := pow2_ge_0 (2 * a - b - c + 2 * d - e - f)). assert (B := pow2_ge_0 (b - c + e - f)).
  assert (C := pow2_ge_0 (a - b + c - d + e - f)). subst f. lra.
Qed.

Theorem proof : RC_1.
Proof.
  intro All.
  assert (E := All real_line token cycle (fun _ => walk) 1 state (complete_euclidean 0) cycle_enumerated
    ltac:(lra) ltac:(lra)). clear All.
  specialize (E ltac:(intros k [] []; simpl; lra) ltac:(intros k []; simpl; lra) ltac:(intros k []; simpl; lra) ltac:(reflexivity)).
  specialize (E (1 / 4) ltac:(lra) ltac:(lra) (- ln (3 / 4)) 2 ltac:(lra)).
  replace (exp (-1 * - ln (3 / 4))) with (3 / 4) in E.
  2:{ replace (-1 * - ln (3 / 4)) with (ln (3 / 4)) by ring. rewrite exp_ln; lra. }
  assert (H : sqrt (inner (vsub (state 1 t2) (state 1 t5)) (vsub (state 1 t2) (state 1 t5)))
              <= 2 * exp (-1 * - ln (3 / 4) * INR 1)).
  { apply E. split; [|split].
    - intros k z Z. simpl in Z |- *.
      assert (G := gap _ _ _ _ _ _ Z). simpl in G.
      eapply Rle_trans; [|eapply Rle_trans; [exact G|]]; [right|right]; field.
    - lra.
    - intros i j. rewrite <- (sqrt_square 2) by lra. apply sqrt_le_1_alt.
      destruct i, j; simpl; lra. }
  simpl in H. replace (-1 * - ln (3 / 4) * 1) with (ln (3 / 4)) in H by ring. rewrite exp_ln in H by lra.
  match type of H with sqrt ?q <= _ => replace q with (2 * 2) in H by field end.
  rewrite sqrt_square in H; lra.
Qed.
