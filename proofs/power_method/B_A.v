(* B-A: tokens as rows and as columns, heads side by side, ranks, and stored matrices. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet OrthonormalBasis.
From Claimed Require Import B_A.
Open Scope R_scope.

Lemma from_right {S : inner_product_space} (A A_T : S -> S) : adjoint A A_T -> forall x y, inner (A_T x) y = inner x (A y).
Proof. intros H x y. rewrite inner_sym, <- H. apply inner_sym. Qed.

Section Heads.
Context {U : inner_product_space} {Head Mode : Type} (heads : list Head) (modes : list Mode) (e : Mode -> U)
  (same : Mode -> Mode -> R) (t : Head -> Mode -> U).
Hypothesis EM : enumerates modes.
Hypothesis Same : kronecker same.
Hypothesis Orth : forall a b, inner (e a) (e b) = same a b.
Hypothesis Span : forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Let Basis := basis_of_kronecker modes same e Same Orth Span.
Hypothesis Divided : forall a k, t a k = vzero \/ t a k = e k.
Hypothesis Shared : forall k, vtotal heads (fun a => t a k) = e k.
Definition has a k := inner (e k) (t a k).
Definition keep a (z : U) := vtotal modes (fun k => vscale (inner (e k) z) (t a k)).
Lemma is_multiple a k : t a k = vscale (has a k) (e k).
Proof.
  unfold has. destruct (Divided a k) as [E|E]; rewrite E.
  - rewrite inner_zero_r. vector_sums.
  - rewrite Orth, (proj1 Same). vector_sums.
Qed.
Lemma has_square a k : has a k * has a k = has a k.
Proof.
  unfold has. destruct (Divided a k) as [E|E]; rewrite E; [rewrite inner_zero_r; ring|].
  rewrite Orth, (proj1 Same). ring.
Qed.
Lemma kept_part a z y : inner (keep a z) y = total modes (fun k => has a k * (inner (e k) z * inner (e k) y)).
Proof.
  unfold keep. rewrite inner_vtotal_l. apply total_ext. intro k. rewrite is_multiple, !inner_scale_l. ring.
Qed.
Lemma coordinate_of a z k : inner (e k) (keep a z) = has a k * inner (e k) z.
Proof.
  rewrite inner_sym, kept_part. rewrite (total_ext modes _ (fun m => same k m * (has a m * inner (e m) z))).
  - apply (kronecker_total modes same k (fun m => has a m * inner (e m) z) Same EM).
  - intro m. rewrite Orth, (kronecker_sym same modes Same EM m k). ring.
Qed.
Lemma kept_twice a z y : inner (keep a (keep a z)) y = inner (keep a z) y.
Proof.
  rewrite !kept_part. apply total_ext. intro k. rewrite coordinate_of.
  replace (has a k * (has a k * inner (e k) z * inner (e k) y)) with
    (has a k * has a k * (inner (e k) z * inner (e k) y)) by ring. rewrite has_square. reflexivity.
Qed.
Lemma kept_by_all z y : total heads (fun a => inner (keep a z) y) = inner z y.
Proof.
  rewrite (total_ext heads _ (fun a => total modes (fun k => inner (e k) z * inner (t a k) y))).
  - rewrite total_swap, (basis_parseval modes e Basis). apply total_ext. intro k. rewrite total_scale, <- inner_vtotal_l, Shared. reflexivity.
  - intro a. unfold keep. rewrite inner_vtotal_l. apply total_ext. intro k. apply inner_scale_l.
Qed.
End Heads.

Theorem proof : B_A.
Proof.
  intros Space Token tokens Head heads Mode modes e t d WQ WQ_T WK WK_T WV WV_T WO WO_T M M_T N N_T same _ _ _ EM AQ AK AV AO
    AM AN Same _ _ _ _ _ _ _ _ _ _ _ _ Orth D. split; [|split; [|split]].
  - intros [Span [Divided [Shared Count]]].
    assert (Entry : forall x W k, total modes (fun m => inner (e m) x * inner (e m) (W (e k))) = inner x (W (e k))).
    { intros x W k. symmetry. apply (basis_parseval modes e (basis_of_kronecker modes same e Same Orth Span)). }
    assert (Part := kept_part modes e same t Same Orth Divided).
    assert (Twice := kept_twice modes e same t EM Same Orth Divided).
    assert (Root := sqrt_lt_R0 _ D).
    split; [|split].
    + intros x y a. change (vtotal modes (fun k => vscale (inner (e k) (WK_T y)) (t a k))) with (keep modes e t a (WK_T y)).
      rewrite inner_scale_r, (inner_sym _ x), AQ, Part. unfold Rdiv. rewrite Rmult_comm. f_equal.
      apply total_ext. intro m. rewrite !Entry. unfold has.
      rewrite (inner_sym _ (e m) (WK_T y)), (from_right WK WK_T AK), (inner_sym _ (e m) (WQ_T x)), (from_right WQ WQ_T AQ).
      ring.
    + intros x A i k. rewrite inner_vtotal_r.
      rewrite (total_ext heads _ (fun b => total modes (fun m => has e t b m * (total tokens (fun j => A b i j *
        inner (x j) (WV (e m))) * inner (e m) (WO (e k)))))).
      * rewrite total_swap. apply total_ext. intro m. rewrite <- total_scale_r. apply total_ext. intro b.
        rewrite Rmult_assoc. f_equal. f_equal. apply total_ext. intro j. rewrite Entry. reflexivity.
      * intro b. rewrite inner_sym, (from_right WO WO_T AO).
        change (inner (keep modes e t b (keep modes e t b (WV_T (vtotal tokens (fun j => vscale (A b i j) (x j))))))
          (WO (e k)) = total modes (fun m => has e t b m * (total tokens (fun j => A b i j *
            inner (x j) (WV (e m))) * inner (e m) (WO (e k))))).
        rewrite Twice, Part. apply total_ext. intro m. f_equal. f_equal.
        rewrite inner_sym, (from_right WV WV_T AV), inner_vtotal_l. apply total_ext. intro j. apply inner_scale_l.
    + intro z. split.
      * apply inner_ext. intro y. rewrite inner_vtotal_l.
        rewrite (total_ext heads _ (fun b => inner (keep modes e t b (WV_T z)) (WO y))).
        { rewrite (kept_by_all heads modes e same t Same Orth Span Shared), (from_right WO WO_T AO). reflexivity. }
        intro b. rewrite (from_right WO WO_T AO). apply Twice.
      * intro a. split; apply inner_ext; intro y.
        { rewrite (from_right WO WO_T AO).
          transitivity (inner (keep modes e t a (WV_T z)) (WO y)); [apply Twice|].
          rewrite Part, inner_vtotal_l. apply total_ext. intro m. unfold has.
          rewrite inner_scale_l, (from_right WO WO_T AO). ring. }
        { rewrite inner_scale_l, AQ. change (/ sqrt d * inner (keep modes e t a (WK_T z)) (WQ_T y) =
            inner (vtotal modes (fun m => vscale (inner (e m) (t a m) * inner (e m) (WK_T z) / sqrt d) (WQ (e m)))) y).
          rewrite Part, inner_vtotal_l, <- total_scale. apply total_ext. intro m. unfold has.
          rewrite inner_scale_l, AQ. field. lra. }
  - intros v lam. split.
    + intros F z. rewrite <- (from_right WV WV_T AV), <- (from_right WO WO_T AO), F. apply inner_scale_l.
    + intro H. apply inner_ext. intro z. rewrite (from_right WO WO_T AO), (from_right WV WV_T AV), H, inner_scale_l.
      reflexivity.
  - intros [EV EO] x. apply inner_ext. intro y.
    rewrite (from_right WO WO_T AO), (from_right WV WV_T AV), EV, EO, AN, AM. reflexivity.
  - intros [EV EO] x. apply inner_ext. intro y.
    rewrite (from_right WO WO_T AO), (from_right WV WV_T AV), EV, EO, (from_right N N_T AN), (from_right M M_T AM).
    reflexivity.
Qed.
