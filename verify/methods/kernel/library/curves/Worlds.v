(* The spaces at which claims are refuted have the dimension they should: that of R^n is n. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Families.
Open Scope R_scope.

Lemma has_dimension_line : has_dimension real_line 1.
Proof.
  exists (1 :: nil). split; [unfold size; simpl; ring|]. split.
  - intros e [<- | []]. simpl. ring.
  - intro x. apply inner_ext. intro z. simpl. ring.
Qed.
Lemma has_dimension_pairs S U n m : has_dimension S n -> has_dimension U m -> has_dimension (pairs S U) (n + m).
Proof.
  intros [A [SA [OA EA]]] [B [SB [OB EB]]].
  exists (map (fun a => (a, vzero) : pairs S U) A ++ map (fun b => (vzero, b) : pairs S U) B).
  split; [unfold size; rewrite total_app, !total_map; fold (size A) (size B); rewrite SA, SB; reflexivity|]. split.
  - intros e I. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [a [<- I]]; simpl.
    + rewrite inner_zero_l, (OA a I). ring.
    + rewrite inner_zero_l, (OB a I). ring.
  - intros [x u]. apply inner_ext. intros [z w]. rewrite inner_vtotal_l, total_app, !total_map. simpl. f_equal.
    + rewrite (EA x) at 1. rewrite inner_vtotal_l. apply total_ext. intro a.
      rewrite !inner_scale_l, !inner_zero_l. ring.
    + rewrite (EB u) at 1. rewrite inner_vtotal_l. apply total_ext. intro b.
      rewrite !inner_scale_l, !inner_zero_l. ring.
Qed.
Theorem dimension_euclidean n : has_dimension (euclidean n) (INR (Datatypes.S n)).
Proof.
  induction n as [|n IH]; [exact has_dimension_line|]. rewrite S_INR.
  apply has_dimension_pairs; [exact IH | exact has_dimension_line].
Qed.
Theorem dimension_plane : has_dimension (euclidean 1) 2.
Proof. replace 2 with (INR 2) by (simpl; ring). apply dimension_euclidean. Qed.
Theorem dimension_space : has_dimension (euclidean 2) 3.
Proof. replace 3 with (INR 3) by (simpl; ring). apply dimension_euclidean. Qed.
(* What is asked of a space where the claim names no dimension. *)
Theorem no_degenerate_plane : exists n, has_dimension (euclidean 1) n /\ 2 <= n.
Proof. exists 2. split; [exact dimension_plane | apply Rle_refl]. Qed.
(* And in a space of dimension 2 or more there are two directions across each other. *)
Theorem two_directions S n : has_dimension S n -> 2 <= n ->
  exists e f : S, inner e e = 1 /\ inner f f = 1 /\ inner e f = 0.
Proof.
  intros [[|e [|f B]] [N [Unit Expands]]] Two; unfold size in N; simpl in N; [exfalso; lra | exfalso; lra|].
  assert (Ue := Unit e (or_introl eq_refl)). exists e, f.
  split; [exact Ue|]. split; [apply Unit; right; left; reflexivity|].
  assert (P := frame_inner S (e :: f :: B) Expands e e). simpl in P.
  assert (R : 0 <= total B (fun b => inner b e * inner b e)) by (apply total_nonneg; intro; apply Rle_0_sqr).
  rewrite Ue, (inner_sym _ f e) in P. apply Rsqr_eq_0. apply Rle_antisym; [|apply Rle_0_sqr].
  unfold Rsqr. lra.
Qed.
