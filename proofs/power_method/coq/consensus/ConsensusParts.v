(* At consensus at an eigenvector: every perturbation is a radial one, a common turn and a disagreement. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet.
Open Scope R_scope.

Section Parts.
Context {U : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (v : Mode -> U)
  (same : Mode -> Mode -> R) (r : Mode).
Hypothesis ET : enumerates tokens.
Hypothesis EM : enumerates modes.
Hypothesis Same : kronecker same.
Hypothesis Orth : forall a b, inner (v a) (v b) = same a b.
Lemma coordinate (b : Mode -> R) k : inner (v k) (vtotal modes (fun m => vscale (b m) (v m))) = b k.
Proof.
  rewrite inner_vtotal_r. rewrite (total_ext modes _ (fun m => same k m * b m)).
  - apply (kronecker_total modes same k b Same EM).
  - intro m. rewrite inner_scale_r, Orth. ring.
Qed.
Definition zero_mean (u : Token -> U) := vtotal tokens u = vzero /\ forall i, inner (v r) (u i) = 0.
Lemma parts_are_unique a b u : b r = 0 -> zero_mean u ->
  (forall i : Token, vadd (vadd (vscale (a i) (v r)) (vtotal modes (fun m => vscale (b m) (v m)))) (u i) = vzero) ->
  (forall i, a i = 0) /\ (forall k, b k = 0) /\ forall i, u i = vzero.
Proof.
  intros B [Sum Off] Zero. assert (N := size_positive tokens ET).
  assert (A : forall i, a i = 0).
  { intro i. assert (Q := f_equal (inner (v r)) (Zero i)).
    rewrite !inner_add_r, inner_scale_r, coordinate, B, Off, Orth, inner_zero_r, (proj1 Same) in Q. lra. }
  assert (Bk : forall k, b k = 0).
  { intro k. assert (Q : total tokens (fun i => inner (v k) (vadd (vadd (vscale (a i) (v r))
      (vtotal modes (fun m => vscale (b m) (v m)))) (u i))) = 0).
    { rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|]. intro i. rewrite Zero. apply inner_zero_r. }
    rewrite (total_ext tokens _ (fun i => b k * 1 + inner (v k) (u i))) in Q.
    - rewrite total_add, total_scale, <- inner_vtotal_r in Q.
      change (vtotal tokens (fun i => u i)) with (vtotal tokens u) in Q. rewrite Sum, inner_zero_r in Q.
      change (total tokens (fun _ => 1)) with (size tokens) in Q.
      destruct (Rmult_integral (b k) (size tokens)); lra.
    - intro i. rewrite !inner_add_r, inner_scale_r, coordinate, A. ring. }
  split; [exact A|]. split; [exact Bk|]. intro i. rewrite <- (Zero i). apply inner_ext. intro q.
  rewrite !inner_add_l, inner_scale_l, inner_vtotal_l, A.
  rewrite (total_ext modes _ (fun _ => 0)); [rewrite total_zero; ring|]. intro m. rewrite inner_scale_l, Bk. ring.
Qed.
Lemma parts_exist (delta : Token -> U) : (forall z, z = vtotal modes (fun k => vscale (inner (v k) z) (v k))) ->
  exists a b u, b r = 0 /\ zero_mean u /\ (forall i, delta i =
    vadd (vadd (vscale (a i) (v r)) (vtotal modes (fun m => vscale (b m) (v m)))) (u i)) /\
  ((forall i, inner (v r) (delta i) = 0) <-> forall i, a i = 0).
Proof.
  intro Span. assert (N := size_positive tokens ET).
  set (mean := vscale (/ size tokens) (vtotal tokens delta)).
  set (b := fun k => inner (v k) mean * (1 - same r k)).
  set (a := fun i => inner (v r) (delta i)).
  exists a, b, (fun i => vsub (delta i) (vadd (vscale (a i) (v r)) (vtotal modes (fun m => vscale (b m) (v m))))).
  assert (B : b r = 0) by (unfold b; rewrite (proj1 Same); ring).
  split; [exact B|]. split; [split|split].
  - assert (Q : forall k, inner (v k) (vtotal tokens (fun i => vsub (delta i) (vadd (vscale (a i) (v r))
      (vtotal modes (fun m => vscale (b m) (v m)))))) = 0).
    { intro k. rewrite inner_vtotal_r.
      rewrite (total_ext tokens _ (fun i => inner (v k) (delta i) + (- same k r * inner (v r) (delta i) + - b k * 1))).
      - rewrite !total_add, !total_scale. change (total tokens (fun _ => 1)) with (size tokens).
        rewrite <- !inner_vtotal_r. change (vtotal tokens (fun i => delta i)) with (vtotal tokens delta).
        assert (M : forall m, inner (v m) (vtotal tokens delta) = size tokens * inner (v m) mean).
        { intro m. unfold mean. rewrite inner_scale_r. field. lra. }
        rewrite !M. unfold b. rewrite (kronecker_sym same modes Same EM r k).
        destruct (Req_dec (same k r) 0) as [Z|NZ]; [rewrite Z; ring|].
        apply Rminus_diag_uniq. match goal with |- ?g = 0 => destruct (Req_EM_T g 0) as [G|G]; [exact G|] end.
        exfalso. apply NZ, (proj2 Same). intro E. apply G. subst k. rewrite (proj1 Same). ring.
      - intro i. unfold vsub. rewrite inner_add_r, inner_scale_r, inner_add_r, inner_scale_r, coordinate, Orth.
        unfold a. ring. }
    rewrite (Span (vtotal tokens _)). apply inner_ext. intro q. rewrite inner_vtotal_l, inner_zero_l.
    rewrite (total_ext modes _ (fun _ => 0)); [apply total_zero|]. intro k. rewrite inner_scale_l, Q. ring.
  - intro i. unfold vsub. rewrite inner_add_r, inner_scale_r, inner_add_r, inner_scale_r, coordinate, B, Orth,
      (proj1 Same). unfold a. ring.
  - intro i. apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
  - reflexivity.
Qed.
(* The tangent ones are those without a radial part. *)
Lemma tangent_parts (delta : Token -> U) : (forall z, z = vtotal modes (fun k => vscale (inner (v k) z) (v k))) ->
  (forall i, inner (v r) (delta i) = 0) <-> exists b u, b r = 0 /\ vtotal tokens u = vzero /\
    (forall i, inner (v r) (u i) = 0) /\ forall i, delta i = vadd (vtotal modes (fun m => vscale (b m) (v m))) (u i).
Proof.
  intro Span. split.
  - intro Tangent. destruct (parts_exist delta Span) as [a [b [u [B [[Sum Off] [Is Radial]]]]]].
    exists b, u. split; [exact B|]. split; [exact Sum|]. split; [exact Off|]. intro i. rewrite Is.
    rewrite (proj1 Radial Tangent). vector_sums.
  - intros [b [u [B [Sum [Off Is]]]]] i. rewrite Is, inner_add_r, coordinate, B, Off. ring.
Qed.
End Parts.
