(* Phases that are coupled by sines, u_i' = w_i + sum_j a_ij sin (u_j - u_i): an arc that is kept, and one
   that closes. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Averages.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. sines *)

Lemma sine_above_slope x : 0 <= x <= PI -> x * cos x <= sin x.
Proof.
  intros X. assert (G := growth (fun y => sin y - y * cos y) (fun y => y * sin y) 0 0 x ltac:(lra)).
  cbv beta in G. rewrite sin_0 in G. cut (0 * (x - 0) <= sin x - x * cos x - (0 - 0 * cos 0)); [lra|]. apply G.
  - intros t _. eapply derive_eq.
    + apply (derive_minus (fun y => sin y) (fun y => y * cos y)).
      * apply (derive_sin (fun y => y)). apply derive_id.
      * apply (derive_mult (fun y => y) (fun y => cos y)); [apply derive_id | apply (derive_cos (fun y => y)), derive_id].
    + ring.
  - intros t Ht. apply Rmult_le_pos; [lra | apply sin_ge_0; lra].
Qed.
Lemma sine_above_chord x M : 0 <= x <= M -> M <= PI -> x * sin M <= M * sin x.
Proof.
  intros X HM. assert (G := growth (fun y => y * sin x - x * sin y) (fun y => sin x - x * cos y) 0 x M ltac:(lra)).
  cut (0 * (M - x) <= M * sin x - x * sin M - (x * sin x - x * sin x)); [lra|]. apply G.
  - intros t _. eapply derive_eq.
    + apply (derive_minus (fun y => y * sin x) (fun y => x * sin y)).
      * apply (derive_mult (fun y => y) (fun _ => sin x)); [apply derive_id | apply derive_const].
      * apply (derive_mult (fun _ => x) (fun y => sin y)); [apply derive_const | apply (derive_sin (fun y => y)), derive_id].
    + ring.
  - intros t Ht. assert (S := sine_above_slope x ltac:(lra)).
    assert (C : cos t <= cos x) by (destruct (Req_dec x t) as [->|N]; [lra | left; apply cos_decreasing_1; lra]).
    assert (0 <= x * (cos x - cos t)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma sines_above p q : 0 <= p -> 0 <= q -> p + q <= PI -> sin (p + q) <= sin p + sin q.
Proof.
  intros P Q B. rewrite sin_plus. assert (A := sin_ge_0 p P ltac:(lra)). assert (C := sin_ge_0 q Q ltac:(lra)).
  assert (X := COS_bound p). assert (Y := COS_bound q).
  assert (0 <= sin p * (1 - cos q)) by (apply Rmult_le_pos; lra).
  assert (0 <= sin q * (1 - cos p)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ------------------------------------------------------------------ 2. phases *)

Section Phases.
Context {I : Type} (T : list I) (u : R -> I -> R) (a : R -> I -> I -> R) (w : R -> I -> R).
Hypothesis All : enumerates T.
Definition coupled := forall t i, 0 <= t ->
  is_derive (fun s => u s i) t (w t i + total T (fun j => a t i j * sin (u t j - u t i))).
Hypothesis Law : coupled.
Hypothesis Weights : forall t i j, 0 <= t -> 0 <= a t i j.

Lemma phases_apart c t i j : 0 <= t -> (forall q, u t q <= u t i) -> (forall q, u t j <= u t q) ->
  u t i - u t j < PI -> 0 <= c -> (forall p q, c <= size T * a t p q) ->
  total T (fun q => a t i q * sin (u t q - u t i)) - total T (fun q => a t j q * sin (u t q - u t j))
  <= - c * sin (u t i - u t j).
Proof.
  intros Ht A B Half C Least. assert (P := size_positive T All).
  replace (- c * sin (u t i - u t j)) with (size T * - (c / size T) * sin (u t i - u t j)) by (field; lra).
  apply sums_apart. intro q. specialize (A q). specialize (B q).
  assert (F : forall v x, c <= size T * v -> 0 <= x -> c / size T * x <= v * x).
  { intros v x W X. apply Rmult_le_compat_r; [exact X|]. apply (Rmult_le_reg_l (size T)); [exact P|].
    replace (size T * (c / size T)) with c by (field; lra). exact W. }
  assert (S1 : 0 <= sin (u t i - u t q)) by (apply sin_ge_0; lra).
  assert (S2 : 0 <= sin (u t q - u t j)) by (apply sin_ge_0; lra).
  assert (F1 := F _ _ (Least i q) S1). assert (F2 := F _ _ (Least j q) S2).
  assert (S := sines_above (u t i - u t q) (u t q - u t j) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (u t i - u t q + (u t q - u t j)) with (u t i - u t j) in S by ring.
  replace (sin (u t q - u t i)) with (- sin (u t i - u t q)) by (rewrite <- sin_neg; f_equal; ring).
  assert (0 <= c / size T) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (c / size T * sin (u t i - u t j) <= c / size T * (sin (u t i - u t q) + sin (u t q - u t j)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.
(* An arc stays if the coupling at its ends outweighs what frequencies differ by. *)
Lemma arc_kept c M : M < PI -> 0 <= c -> (forall t i j, 0 <= t -> c <= size T * a t i j) ->
  (forall t i j, 0 <= t -> w t i - w t j <= c * sin M) ->
  (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M.
Proof.
  intros Half C Least Fits Start.
  eapply (spread_within T u All _ c M (PI - M)); [exact C | lra | exact Law | exact Start |].
  intros i j t Ht A B [L U].
  assert (S := phases_apart c t i j Ht A B ltac:(lra) C (fun p q => Least t p q Ht)).
  specialize (Fits t i j Ht).
  assert (Near : sin M - sin (u t i - u t j) <= u t i - u t j - M).
  { assert (G := growth (fun y => sin y + y) (fun y => cos y + 1) 0 M (u t i - u t j) ltac:(lra)).
    cut (0 * (u t i - u t j - M) <= sin (u t i - u t j) + (u t i - u t j) - (sin M + M)); [lra|]. apply G.
    - intros s _. eapply derive_eq; [apply (derive_plus (fun y => sin y) (fun y => y));
        [apply (derive_sin (fun y => y)), derive_id | apply derive_id] | ring].
    - intros s _. assert (X := COS_bound s). lra. }
  assert (c * (sin M - sin (u t i - u t j)) <= c * (u t i - u t j - M)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Hypothesis Alike : forall t i j, w t i = w t j.
Lemma arc_decays c k M : 0 < M -> M < PI -> 0 <= c -> (forall t i j, 0 <= t -> c <= size T * a t i j) ->
  - k * M <= c * sin M ->
  (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M * exp (k * t).
Proof.
  intros Pos Half C Least Rate Start.
  assert (SM := sin_ge_0 M ltac:(lra) ltac:(lra)).
  assert (Kept : forall i j t, 0 <= t -> u t i - u t j <= M).
  { apply (arc_kept c); auto. intros t i j _. rewrite (Alike t i j), Rminus_diag_eq by reflexivity.
    apply Rmult_le_pos; lra. }
  eapply (spread_of_them T u _ All Law k M Start).
  intros i j t Ht A B. specialize (Kept i j t Ht). specialize (A j) as D.
  assert (S := phases_apart c t i j Ht A B ltac:(lra) C (fun p q => Least t p q Ht)).
  assert (Ch := sine_above_chord (u t i - u t j) M ltac:(lra) ltac:(lra)). rewrite (Alike t i j).
  cut (- (k * (u t i - u t j)) <= c * sin (u t i - u t j)); [lra|].
  apply (Rmult_le_reg_l M); [exact Pos|].
  apply Rle_trans with (c * ((u t i - u t j) * sin M)).
  - replace (M * - (k * (u t i - u t j))) with ((- k * M) * (u t i - u t j)) by ring.
    replace (c * ((u t i - u t j) * sin M)) with (c * sin M * (u t i - u t j)) by ring.
    apply Rmult_le_compat_r; lra.
  - replace (M * (c * sin (u t i - u t j))) with (c * (M * sin (u t i - u t j))) by ring.
    apply Rmult_le_compat_l; lra.
Qed.
End Phases.
